/** The data that the page of the basket shows. */
export type BasketPage = {
  lines: BasketPageLine[];
  total: string;
  /** Lines that the total leaves out, because nobody can buy them now. */
  unavailableCount: number;
  isMerged: boolean;
  leftOut: number;
  note: { kind: 'success' | 'warning'; text: string } | undefined;
};

export type BasketPageLine = {
  partId: string;
  name: string;
  /** Undefined while the part is off sale. */
  address: string | undefined;
  image: string;
  quantity: number;
  stock: number;
  minimumOrder: number;
  price: string | undefined;
  /** The price when it was put in, if it was another one. */
  earlierPrice: string | undefined;
  total: string | undefined;
  problem: string | undefined;
};
