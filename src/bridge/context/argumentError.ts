import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'

/** Arguments of a wrong shape. Until RSKIP88 a call with them ended without an error, and without any effect. */
export class ArgumentError extends PrecompileFailure {}
