/** Keys that differ by nature, whatever the request. */
export const IGNORED_KEYS: Readonly<Record<string, string>> = {
  signature: 'depends on key and time; compared byte for byte in the signing vectors',
  timestamp: 'time of sending',
  recvWindow: 'how late a request may come is our own choice',
  tag: 'broker or product mark',
};

/** Keys that differ by nature in calls that place or cancel something: each side names its own orders. */
export const OWN_IDS: Readonly<Record<string, string>> = {
  newClientOrderId: 'name of the order or of the cancel',
  clientAlgoId: 'name of the order',
  clientOid: 'name of the order',
  clOrdId: 'name of the order',
  algoClOrdId: 'name of the order',
  orderLinkId: 'name of the order',
  remark: 'a free text for people',
};
