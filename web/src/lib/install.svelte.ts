/** The page as an app of the device: kept for bad networks, and installed where the browser offers it. */

interface InstallPrompt extends Event {
  prompt: () => Promise<void>;
}

class Installer {
  #prompt = $state.raw<InstallPrompt | null>(null);

  get ready(): boolean {
    return this.#prompt !== null;
  }

  listen(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#prompt = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => (this.#prompt = null));
    // Browsers lend workers only to encrypted pages and to this machine's own.
    if ("serviceWorker" in navigator && import.meta.env.PROD)
      void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  }

  async install(): Promise<void> {
    await this.#prompt?.prompt();
    this.#prompt = null;
  }
}

export const installer = new Installer();
