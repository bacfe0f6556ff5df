import type { EvmRules } from './rules.ts'

export const maximumStack = 1024
/** EIP-170. */
export const maximumCodeSize = 24576
/** RSKIP438. */
export const maximumInitCodeSize = 49152

/** Depth of the deepest frame, the outermost being 0; a call or creation from there fails. */
export const maximumDepth = (rules: EvmRules): number => (rules.rskip150 ? 400 : 1024)
