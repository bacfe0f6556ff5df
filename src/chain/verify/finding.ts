import { DamagedData, reasonOf } from '../../primitives/errors.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import { StoreError } from '../../store/errors.ts'

/** A part of the stored data that is not what was written. */
export interface Finding {
  /** Which part: it decides what the operator can do. Without the pages of the file that lead to blocks, nothing can be done. */
  readonly part: 'block' | 'index' | 'state' | 'file'
  readonly what: string
}

/**
 * A verification is long: it gives a finding or its progress with every step, so that the caller can show or stop it. Before it
 * reads a part it says which, because a damaged page may end the process.
 */
export type VerifyStep =
  | { readonly finding: Finding }
  | { readonly progress: WorkStep }
  | { readonly begins: string }

/** The finding that a caught value is; `where` says what was read. */
export const findingOf = (error: unknown, part: Finding['part'], where?: string): Finding => ({
  part: error instanceof StoreError && part === 'block' ? 'file' : part,
  what: where === undefined ? damageOf(error) : `${where}: ${damageOf(error)}`,
})

/** What a caught value says about damage, without the advice to run the verification that found it. */
const damageOf = (error: unknown): string =>
  error instanceof DamagedData ? `${error.what} is not what was written` : reasonOf(error)
