import type { MessageKind } from './message.ts'

/** The number of each kind on the wire. 4, 5 and 19 were never given out. */
export const messageTypes = {
  status: 1,
  block: 2,
  getBlock: 3,
  newBlockHashes: 6,
  transactions: 7,
  blockHashRequest: 8,
  headersRequest: 9,
  headersResponse: 10,
  blockRequest: 11,
  blockResponse: 12,
  skeletonResponse: 13,
  bodyRequest: 14,
  bodyResponse: 15,
  skeletonRequest: 16,
  newBlockHash: 17,
  blockHashResponse: 18,
  snapStateChunkRequest: 20,
  snapStateChunkResponse: 21,
  snapStatusRequest: 22,
  snapStatusResponse: 23,
  snapBlocksRequest: 24,
  snapBlocksResponse: 25,
} as const satisfies Record<MessageKind, number>

/** Codes of the frames that messages travel in; there are no others. */
export const frameCodes = { networkStatus: 0x10, message: 0x18 } as const
