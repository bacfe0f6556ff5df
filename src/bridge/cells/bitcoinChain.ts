import { cellKey } from '../../native/cellKey.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type BridgeCell, cellOf, optionalCell } from './cell.ts'
import { number, rlpBytes } from './codecs.ts'

/** The storage key of the Bitcoin chain's head, which is written at once, like the headers. */
export const chainHeadKey = cellKey('blockStoreChainHead')

/** RSKIP199: the hash of the main-chain block at a height. */
export const blockAtHeight = (height: number): BridgeCell<Uint8Array | undefined> =>
  cellOf('btcBlockHeight', height, 'set', rlpBytes)

/** RSKIP143: the root of a block's witness merkle tree, which its coinbase commits to. */
export const coinbaseWitnessRoot = (blockHash: Uint8Array): BridgeCell<Uint8Array | undefined> =>
  cellOf('coinbaseInformation', toHexDigits(blockHash), 'present', {
    decode: (bytes) => RlpReader.list(bytes, 'coinbaseInformation').fixed('root', 32),
    encode: (root) => encodeRlp([root]),
  })

/** RSKIP200: timestamp of the Rootstock block in which `receiveHeader` last added a header. */
export const lastHeaderTime = optionalCell({
  name: 'receiveHeadersLastTimestamp',
  savedWhen: 'set',
  codec: number,
})
