import { NotInPage } from '../../../platform/notInPage.ts'

const refused = (): never => {
  throw new NotInPage('dataFolder', 'leave it out, and keep what anvil_dumpState returns')
}

export const storedStart: typeof import('./firstBlockFile.ts').storedStart = refused
export const storeStart: typeof import('./firstBlockFile.ts').storeStart = refused
