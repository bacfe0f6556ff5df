import { DamagedData } from '../../primitives/errors.ts'

/** How often the store of a folder failed in a way that the operator should know of. */
export class StoreFaults {
  /** Meetings of calls, imports and peers with damaged records. */
  damagedRecordsMet = 0
  failedMerges = 0
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Takes any error, and counts those about damage. */
  notice(error: unknown): void {
    if (error instanceof DamagedData) this.damagedRecordsMet++
  }

  /** Reports an error that no caller can receive. */
  readonly onError = (error: unknown): void => {
    this.notice(error)
    this.#report(error)
  }

  readonly onMergeFailure = (error: unknown): void => {
    this.failedMerges++
    this.#report(error)
  }
}
