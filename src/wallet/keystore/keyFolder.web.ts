import { NotInPage } from '../../platform/notInPage.ts'
import type { KeyFolder as Folder, SkippedFile } from './keyFolder.ts'
import type { AccountKeystore } from './keystoreJson.ts'

/** A page keeps keys in memory. */
export class KeyFolder implements Pick<Folder, keyof Folder> {
  readonly keystores: readonly AccountKeystore[] = []
  readonly skippedFiles: readonly SkippedFile[] = []

  constructor() {
    throw new NotInPage('dataFolder', 'leave it out; keys are then in memory')
  }

  save(): void {}
}
