import type { Attack } from './attack.ts'
import { fullFilters, manyFilters, submissions, webFiles } from './programs/cheapCalls.ts'
import { damagedState } from './programs/damagedState.ts'
import {
  encodings,
  longBodies,
  longHeads,
  newcomers,
  preflights,
  sharedAddress,
  unpaidBodies,
} from './programs/entranceFloods.ts'
import { expensiveCalls, unpaidWork } from './programs/expensiveCalls.ts'
import { fanOut } from './programs/fanOut.ts'
import { fleetMethods } from './programs/fleetMethods.ts'
import { forbiddenRequests } from './programs/forbidden.ts'
import { fullCaches } from './programs/fullCaches.ts'
import { fuzzedCalls } from './programs/fuzzedCalls.ts'
import { fullQueue, fullTotals, heldThreads, longIds, readTraces } from './programs/heldAnswers.ts'
import { hostileFleet } from './programs/hostileFleet.ts'
import { hostileFrames, hostileHttp, hostilePeers } from './programs/hostileFraming.ts'
import { hostileRoles } from './programs/hostileRoles.ts'
import { hostileUpstream } from './programs/hostileUpstream.ts'
import { kills } from './programs/kills.ts'
import { liveNotifications } from './programs/liveNotifications.ts'
import { longTraces } from './programs/longTraces.ts'
import { mixedLoad } from './programs/mixedLoad.ts'
import { pipelines } from './programs/pipelines.ts'
import { realPeers } from './programs/realPeers.ts'
import { resumptions } from './programs/resumptions.ts'
import { revokedKey } from './programs/revokedKey.ts'
import { sharedFilters } from './programs/sharedFilters.ts'
import { manyKeys, manyOwners } from './programs/sharedLimits.ts'
import { heavySubscriptions } from './programs/subscriptions.ts'
import { forgivenCalls, newAccounts, overrides, precompiles } from './programs/unpricedWork.ts'
import { pipelinedFrames, unreadAnswers } from './programs/unreadAnswers.ts'
import { countedPings, heartbeats, oneByteFragments } from './programs/webSocketFloods.ts'

/**
 * Maximum processor time of the main thread, in milliseconds, for programs that exceed the promised 200 in some runs, or on a
 * busy machine. docs/security.md says why they do.
 */
export const weaknesses: Readonly<Record<string, number>> = {
  newcomers: 2_000,
  heartbeats: 600,
  keys: 600,
  fleet: 500,
  fanout: 400,
  heads: 400,
  http: 400,
  notifications: 400,
  queue: 400,
  submissions: 400,
  subscriptions: 400,
  totals: 400,
}

/** In the order of the table; the unread answers make the logs that the pipelined frames ask for. */
export const attacks: readonly Attack[] = [
  forbiddenRequests,
  expensiveCalls,
  unpaidWork,
  unreadAnswers,
  pipelinedFrames,
  heldThreads,
  readTraces,
  fullTotals,
  fullQueue,
  longIds,
  newcomers,
  unpaidBodies,
  longBodies,
  sharedAddress,
  longHeads,
  encodings,
  preflights,
  submissions,
  manyFilters,
  fullFilters,
  webFiles,
  realPeers,
  manyOwners,
  manyKeys,
  oneByteFragments,
  countedPings,
  heartbeats,
  precompiles,
  overrides,
  forgivenCalls,
  newAccounts,
  heavySubscriptions,
  liveNotifications,
  fanOut,
  resumptions,
  longTraces,
  revokedKey,
  hostileHttp,
  hostileFrames,
  hostilePeers,
  pipelines,
  mixedLoad,
  fuzzedCalls,
  fleetMethods,
  sharedFilters,
  damagedState,
  hostileUpstream,
  hostileFleet,
  hostileRoles,
  fullCaches,
  kills,
]
