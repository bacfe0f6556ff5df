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

/** Maximum processor time of the node's main thread while the victim waits for one answer, in milliseconds. */
export interface BusyBounds {
  /** Over its kept connection. */
  readonly kept: number
  /** Over a new one. */
  readonly new: number
}

export const promisedMs: BusyBounds = { kept: 200, new: 200 }

/** Bounds of programs that exceed the promised ones in some runs, or on a busy machine. docs/security.md says why they do. */
export const weaknesses: Readonly<Record<string, Partial<BusyBounds>>> = {
  newcomers: { new: 1_000 },
  heartbeats: { kept: 600, new: 600 },
  keys: { kept: 600, new: 600 },
  queue: { kept: 400, new: 600 },
  fleet: { kept: 400, new: 500 },
  subscriptions: { kept: 400, new: 400 },
  submissions: { kept: 400, new: 400 },
  heads: { new: 400 },
  http: { new: 500 },
  totals: { new: 400 },
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
  hostileRoles,
  hostileFleet,
  fullCaches,
  kills,
]
