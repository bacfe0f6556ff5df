import type { Hash } from '../../primitives/bytes.ts'
import type { HeaderOutline } from './headerRecord.ts'

/** What lists of many blocks show of each. */
export interface BlockOutline extends HeaderOutline {
  readonly hash: Hash
  readonly number: number
}
