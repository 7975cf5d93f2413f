/** Where in a table's life this device wants to be: after a game, back at the lobby rather than at the result. */
export const place = $state<{
  lobby: boolean;
  /** A menu that was made before its table: told to it as soon as this device hosts there. */
  menu: { code: string; games: string[] } | null;
}>({ lobby: false, menu: null });

/** Goes to another address without leaving the page, and with it the table; set by the page itself. */
export const way = { go: (path: string): void => void (location.href = path) };
