import { NotInPage } from '../platform/notInPage.ts'

export const openStore: typeof import('./openStore.ts').openStore = () => {
  throw new NotInPage('dataFolder', 'leave it out, and keep what anvil_dumpState returns')
}
