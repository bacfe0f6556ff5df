import { toBigInt } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { type BridgeCell, type CellCodec, hashedKey, optionalCell } from './cell.ts'
import { amount, decodeRlpString, rawBytes, rlpBytes } from './codecs.ts'

/* RSKIP502 and RSKIP529. The storage keys are hashed names, unlike those of other single cells. */

const unionCell = <Value>(name: string, codec: CellCodec<Value>): BridgeCell<Value | undefined> =>
  optionalCell({ name, savedWhen: 'set', codec, key: hashedKey(name) })

/** `01` or the empty string. */
const flag: CellCodec<boolean> = {
  decode: (bytes) => toBigInt(decodeRlpString(bytes)) !== 0n,
  encode: (value) => encodeRlp(new Uint8Array(value ? [1] : [])),
}

export const unionBridgeAddress = unionCell('unionBridgeContractAddress', rlpBytes)
/** Wei. */
export const unionBridgeLockingCap = unionCell('unionBridgeLockingCap', amount)
/** Wei that the union bridge has borrowed and not returned. */
export const unionBridgeTransferred = unionCell('weisTransferredToUnionBridge', amount)
export const unionBridgeRequestEnabled = unionCell('unionBridgeRequestEnabled', flag)
export const unionBridgeReleaseEnabled = unionCell('unionBridgeReleaseEnabled', flag)

export const superEvent = unionCell('superEvent', rawBytes)
/** From RSKIP535 on block headers contain it. */
export const baseEvent = unionCell('baseEvent', rawBytes)
