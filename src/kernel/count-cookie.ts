/** The cookie with the number of different parts in the basket, which scripts read for the navigation bar. */
export const basketCountCookie = 'compact.basket-count';
