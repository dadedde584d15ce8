// Cites what there is not (P-NONE-1, -2, D99, decision 9999): `npm run check` must see all four.
export const cited = true;
