import { NotInPage } from '../platform/notInPage.ts'

export const joinNetwork: typeof import('./joinNetwork.ts').joinNetwork = () => {
  throw new NotInPage('peering', 'ask an endpoint')
}
