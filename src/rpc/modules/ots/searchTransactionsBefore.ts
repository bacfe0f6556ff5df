import { accountSearch } from './accountPages.ts'

export const otsSearchTransactionsBefore = accountSearch(
  'ots_searchTransactionsBefore',
  'The newest transactions before a block (0: of the whole chain) in which an account takes part, also inside; newest first. A search executes at most one block for each transaction of the page; in a block whose state is not stored it goes by sender, receiver, created contract and events.',
  'before',
)
