import { keccak256 } from '../../crypto/keccak256.ts'
import { type AbiTypes, signatureOf } from '../../native/abi/method.ts'
import { type AbiType, wordLength } from '../../native/abi/types.ts'
import { cellKey } from '../../native/cellKey.ts'
import type { EmitLog } from '../../native/nativeContext.ts'
import { asciiBytes, asHash, concatBytes, type Hash } from '../../primitives/bytes.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'

/** An event in Solidity's encoding (RSKIP146). Its indexed parameters come first. */
export interface BridgeEvent<Indexed extends readonly unknown[], Data extends readonly unknown[]> {
  readonly topic: Hash
  emit(emit: EmitLog, indexed: Indexed, data: Data): void
}

export function bridgeEvent<const Indexed extends readonly unknown[], const Data extends readonly unknown[]>(
  name: string,
  indexedTypes: AbiTypes<Indexed>,
  dataTypes: AbiTypes<Data>,
): BridgeEvent<Indexed, Data> {
  const topic = keccak256(asciiBytes(signatureOf(name, [...indexedTypes, ...dataTypes])))
  return {
    topic,
    emit: (emit, indexed, data) =>
      emit({
        address: bridgeAddress,
        topics: [topic, ...encodeEach(indexedTypes, indexed).map(asHash)],
        data: encodeParameters(dataTypes, data),
      }),
  }
}

const encodeEach = <Values extends readonly unknown[]>(
  types: AbiTypes<Values>,
  values: Values,
): Uint8Array[] => types.map((type: AbiType<unknown>, index) => type.encode(values[index]))

/** The words of all values, then the values of dynamic length, whose words are offsets. */
function encodeParameters<Values extends readonly unknown[]>(
  types: AbiTypes<Values>,
  values: Values,
): Uint8Array {
  const encoded = encodeEach(types, values)
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let offset = types.length * wordLength
  for (const [index, bytes] of encoded.entries()) {
    if (!types[index]?.isDynamic) {
      heads.push(bytes)
      continue
    }
    heads.push(wordBytes(BigInt(offset)))
    tails.push(bytes)
    offset += bytes.length
  }
  return concatBytes(...heads, ...tails)
}

/** Until RSKIP146 an event has its ASCII name as the topic, and RLP data. */
export const emitLegacyEvent = (emit: EmitLog, topicName: string, content: RlpValue): void =>
  emit({ address: bridgeAddress, topics: [asHash(cellKey(topicName))], data: encodeRlp(content) })
