import { cleanup } from "@testing-library/svelte";
import { afterEach, vi } from "vitest";

// What a page finds in a browser and a test does not.
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});
