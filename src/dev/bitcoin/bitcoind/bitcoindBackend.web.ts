import { NotInPage } from '../../../platform/notInPage.ts'

export const openBitcoind: typeof import('./bitcoindBackend.ts').openBitcoind = async () => {
  throw new NotInPage('peg.bitcoin', 'leave it out; the Bitcoin beside the chain is then simulated')
}
