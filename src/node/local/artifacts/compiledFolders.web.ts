import { NotInPage } from '../../../platform/notInPage.ts'

export const compiledFolders: typeof import('./compiledFolders.ts').compiledFolders = (given) => {
  if (given === false) return undefined
  throw new NotInPage('artifacts', 'it is a folder; leave it out')
}
