import type { ReportedWork } from '../../remote/nodeAnswer.ts'
import type { WorkMeter } from './workMeter.ts'

/** Charges a call for the work that another node has done for it. */
export function addWork(work: readonly ReportedWork[], meter: WorkMeter): void {
  for (const one of work) meter.add(one)
}
