import { openSharedState, type SharedState } from '../../server/sharedState.ts'
import type { SharingSettings } from '../../sharing/sharing.ts'
import { SharingError } from '../../sharing/sharingError.ts'
import { sharedFailure } from '../configuration/sharedFailure.ts'

/** Calls `work` with the state that processes share, then leaves it. */
export async function withSharedState<Result>(
  settings: SharingSettings,
  work: (state: SharedState) => Result | Promise<Result>,
): Promise<Result> {
  try {
    const state = await openSharedState(settings, { log: () => {} }, { isServing: false })
    try {
      return await work(state)
    } finally {
      await state.close()
    }
  } catch (error) {
    throw error instanceof SharingError ? sharedFailure(error) : error
  }
}
