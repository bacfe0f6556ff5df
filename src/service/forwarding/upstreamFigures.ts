import type { UpstreamProblem } from '../../upstream/endpoint/upstreamError.ts'

/** Counts what an upstream answered since the start. */
export class UpstreamFigures {
  readonly failures = new Map<UpstreamProblem, number>()
  /** Answers that were checked, and those that the upstream was trusted with. */
  verified = 0
  unverified = 0
  /** Time of all answers. */
  seconds = 0

  answered(isVerified: boolean, ms: number): void {
    if (isVerified) this.verified++
    else this.unverified++
    this.seconds += ms / 1000
  }

  failed(problem: UpstreamProblem): void {
    this.failures.set(problem, (this.failures.get(problem) ?? 0) + 1)
  }
}
