import { cellKey } from '../../native/cellKey.ts'
import type { EmitLog } from '../../native/nativeContext.ts'
import { asHash } from '../../primitives/bytes.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'

/** Until RSKIP146 an event was a topic that holds its ASCII name, and RLP data. */
export const emitLegacyEvent = (emit: EmitLog, topicName: string, content: RlpValue): void =>
  emit({ address: bridgeAddress, topics: [asHash(cellKey(topicName))], data: encodeRlp(content) })
