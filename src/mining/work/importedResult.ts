import type { ImportOutcome } from '../../chain/importing/outcome.ts'

/** What became of a solved block, in the names of the reference node. */
export type ImportedResult = 'IMPORTED_BEST' | 'IMPORTED_NOT_BEST' | 'EXIST' | 'NO_PARENT' | 'INVALID_BLOCK'

export const importedResults: Readonly<Record<ImportOutcome['status'], ImportedResult>> = {
  best: 'IMPORTED_BEST',
  side: 'IMPORTED_NOT_BEST',
  known: 'EXIST',
  orphan: 'NO_PARENT',
  rejected: 'INVALID_BLOCK',
}
