import { STACK_LIMIT_BYTES } from './layout.ts'
import type { EvmRules } from './rules.ts'

/** Words. */
export const maximumStack = STACK_LIMIT_BYTES / 32
/** Bytes of deployed code (EIP-170), unless a developer's chain chooses another limit. */
export const defaultCodeSizeLimit = 24_576
/** Bytes of init code, from RSKIP438 on. */
export const initCodeSizeLimit = ({ codeSizeLimit }: Pick<EvmRules, 'codeSizeLimit'>): number =>
  2 * codeSizeLimit

/** Depth of the deepest frame, the outermost being 0. A call or creation from the deepest frame fails. */
export const maximumDepth = (rules: EvmRules): number => (rules.rskip150 ? 400 : 1024)
