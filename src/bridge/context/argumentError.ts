import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'

/** Malformed arguments. Until RSKIP88 a call with them ended without an error and without effect. */
export class ArgumentError extends PrecompileFailure {}
