/** The browser's own voice, where it has one: nothing is sent to anybody. */

const NAMES: Record<string, string> = { fr: "fr-FR", en: "en-GB", es: "es-ES", de: "de-DE", it: "it-IT" };

class Voice {
  /** Whether words are said as they come. */
  on = $state(false);
  /** A whole text is being read. */
  reading = $state(false);

  get there(): boolean {
    return typeof speechSynthesis !== "undefined" && typeof SpeechSynthesisUtterance !== "undefined";
  }

  say(text: string, language: string, slow = 0.9): void {
    if (!this.there || !text) return;
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = NAMES[language] ?? language;
    spoken.rate = slow;
    spoken.onend = spoken.onerror = () => (this.reading = false);
    speechSynthesis.speak(spoken);
  }

  read(text: string, language: string): void {
    this.hush();
    if (!this.there) return;
    this.reading = true;
    this.say(text, language, 0.85);
  }

  hush(): void {
    if (this.there) speechSynthesis.cancel();
    this.reading = false;
  }
}

export const voice = new Voice();
