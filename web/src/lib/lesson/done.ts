/** Which lessons this device has been through. Kept here, and nowhere else. */

const name = (game: string): string => `lesson:${game}`;

export function isLearned(game: string): boolean {
  try {
    return localStorage.getItem(name(game)) === "done";
  } catch {
    return false;
  }
}

export function noteLearned(game: string): void {
  try {
    localStorage.setItem(name(game), "done");
  } catch {
    // A device that keeps nothing shows the door as before.
  }
}

export function forgetLessons(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("lesson:")) localStorage.removeItem(key);
  } catch {
    // There is nothing to forget.
  }
}
