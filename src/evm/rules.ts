import { STACK_LIMIT_BYTES } from './layout.ts'

/**
 * The network rules that the machine depends on. Two heights have the same `id` exactly when all their rules
 * agree, so `id` is a key for caches of decoded code. The rule sets of protocol/ have this shape.
 */
export interface EvmRules {
  readonly id: string
  /** Bytes of deployed code. */
  readonly codeSizeLimit: number
  /** EXTCODESIZE of a precompile is 2^256 - 1; precompile output becomes return data. */
  readonly rskip90: boolean
  /** STATICCALL and the restrictions of static frames. */
  readonly rskip91: boolean
  /** STATICCALL takes 6 stack items instead of 7. */
  readonly rskip103: boolean
  /** SHL, SHR, SAR. */
  readonly rskip120: boolean
  /** CREATE2, the address collision rule, created contracts start at nonce 1. */
  readonly rskip125: boolean
  /** EXTCODEHASH. */
  readonly rskip140: boolean
  /**
   * Call depth 400 instead of 1024, saturating callee gas, precompile output limited to the output region.
   */
  readonly rskip150: boolean
  /** SELFBALANCE. */
  readonly rskip151: boolean
  /** CHAINID. */
  readonly rskip152: boolean
  /** Return data is cleared when a call runs no frame. */
  readonly rskip171: boolean
  /** DUPN, SWAPN and TXINDEX become invalid. */
  readonly rskip191: boolean
  /** A failing precompile is a failed call instead of an exception in the caller. */
  readonly rskip197: boolean
  /** PUSH0. */
  readonly rskip398: boolean
  /** BASEFEE. */
  readonly rskip412: boolean
  /** Init code is limited and charged by the word. */
  readonly rskip438: boolean
  /** MCOPY. */
  readonly rskip445: boolean
  /** TLOAD, TSTORE. */
  readonly rskip446: boolean
  /** A failed code deposit fails the creation. */
  readonly rskip453: boolean
  /** Input of precompiles is cut to what they can use. */
  readonly rskip516: boolean
  /** Deployed code must not start with the byte EF. */
  readonly rskip544: boolean
}

/** Words. */
export const maximumStack = STACK_LIMIT_BYTES / 32
/** Bytes of deployed code (EIP-170), unless a developer's chain chooses another limit. */
export const defaultCodeSizeLimit = 24_576
/** Bytes of init code, from RSKIP438 on. */
export const initCodeSizeLimit = ({ codeSizeLimit }: Pick<EvmRules, 'codeSizeLimit'>): number =>
  2 * codeSizeLimit

/** Depth of the deepest frame, the outermost being 0. A call or creation from the deepest frame fails. */
export const maximumDepth = (rules: EvmRules): number => (rules.rskip150 ? 400 : 1024)
