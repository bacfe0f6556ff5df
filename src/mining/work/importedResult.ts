import type { ImportOutcome } from '../../chain/importing/outcome.ts'

/** The outcome of the import of a solved block, in the reference node's names. */
export type ImportedResult = 'IMPORTED_BEST' | 'IMPORTED_NOT_BEST' | 'EXIST' | 'NO_PARENT' | 'INVALID_BLOCK'

export const importedResults: Readonly<Record<ImportOutcome['status'], ImportedResult>> = {
  best: 'IMPORTED_BEST',
  side: 'IMPORTED_NOT_BEST',
  known: 'EXIST',
  orphan: 'NO_PARENT',
  rejected: 'INVALID_BLOCK',
}
