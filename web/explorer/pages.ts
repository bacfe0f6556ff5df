import type { Page } from '../shared/frame/mainPart.tsx'
import { lazyPart } from './lazyPart.tsx'
import { HomePage } from './pages/home/homePage.tsx'

/** The pages by the first part of their address. */
export const pages: Readonly<Record<string, Page>> = {
  '': HomePage,
  blocks: lazyPart(async () => (await import('./pages/blocks/blocksPage.tsx')).BlocksPage),
  pending: lazyPart(async () => (await import('./pages/pending/pendingPage.tsx')).PendingPage),
  search: lazyPart(async () => (await import('./pages/search/searchPage.tsx')).SearchPage),
  block: lazyPart(async () => (await import('./pages/block/blockPage.tsx')).BlockPage),
  tx: lazyPart(async () => (await import('./pages/transaction/transactionPage.tsx')).TransactionPage),
  address: lazyPart(async () => (await import('./pages/account/accountPage.tsx')).AccountPage),
  peg: lazyPart(async () => (await import('./pages/peg/pegPage.tsx')).PegPage),
  dev: lazyPart(async () => (await import('./pages/dev/devPage.tsx')).DevPage),
}
