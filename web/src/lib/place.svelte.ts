/** Where in a table's life this device wants to be: after a game, back at the lobby rather than at the result. */
export const place = $state({ lobby: false });
