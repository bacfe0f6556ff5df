import { NotInPage } from '../platform/notInPage.ts'

export const listenWith: typeof import('./listening.ts').listenWith = async () => {
  throw new NotInPage('listen', 'give programs of this page the node itself, which is an EIP-1193 provider')
}
