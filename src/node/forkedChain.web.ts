import { NotInPage } from '../platform/notInPage.ts'

const refused = (): never => {
  throw new NotInPage(
    'fork',
    'a fork waits for its origin in a thread; copy the accounts with anvil_dumpState in Node.js and anvil_loadState here, or fork with cambium dev',
  )
}

export const forkedChain: typeof import('./forkedChain.ts').forkedChain = async () => refused()
export const fundAccounts: typeof import('./forkedChain.ts').fundAccounts = async () => refused()
