import { code } from './errorCodes.ts'
import type { RpcError } from './errors.ts'

/** Whether an error, which may come from another thread or node, says that a node lacks a part of the past. */
export const isAboutHistory = ({ code: given, message }: Pick<RpcError, 'code' | 'message'>): boolean =>
  given === code.server && /not stored: this node started|is pruned: this node keeps/.test(message)
