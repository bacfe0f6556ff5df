import { stepToRuns, type UpgradeStep } from '../store/folder/stamp.ts'

/** Upgrade the folders of chains that earlier releases wrote. */
export const upgradeSteps: readonly UpgradeStep[] = [stepToRuns]
