/** How long requests are kept: a week, as the page of requests says. */
export const KEPT_MS = 7 * 86_400_000;
