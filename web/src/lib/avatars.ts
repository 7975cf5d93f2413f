/** The little people of the café, one for each chair. */
const AVATARS = ["theiere", "poire", "chat", "radis", "hibou", "citron", "brioche", "tasse"];

export function avatar(seat: number): string {
  return `av-${AVATARS[seat % AVATARS.length]}`;
}
