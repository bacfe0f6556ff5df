import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Chain } from '../../chain/chain.ts'
import { largeGroups } from '../../chain/importing/group.ts'
import { type ChainOptions, chainStamp, openChain } from '../../chain/openChain.ts'
import { upgradeSteps } from '../../chain/upgradeSteps.ts'
import { developmentFolder } from '../../node/services/dataHome.ts'
import { networks } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { variableOf } from '../../settings/setting.ts'
import { StoreError } from '../../store/errors.ts'
import { bytesLeft, spareBytes } from '../../store/folder/diskSpace.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { openStore, type StoreOptions } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import type { GivenWords, Option } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { counted } from '../terminal/quantities.ts'

/* The folder of `--data` holds one folder per network, so that every command takes the same path. */

export const dataOption: Option = {
  name: 'data',
  value: 'DIR',
  summary: 'use the chains of this folder, which has one folder per network',
}

/** The folder of the flag, else that of the environment variable. */
export const dataOf = ({ options, environment }: GivenWords): string | undefined =>
  options.get(dataOption.name) ?? (environment[variableOf(dataOption)] || undefined)

export function requiredData(given: GivenWords): string {
  const data = dataOf(given)
  if (data === undefined) throw new UsageError('--data DIR is missing: which folder holds the chain?')
  return data
}

/** Calls `work` with the chain of a store, then closes the store. */
export async function withChain<Result>(
  store: Store,
  network: Network,
  work: (chain: Chain) => Result | Promise<Result>,
  options: Pick<ChainOptions, 'keepsEveryState' | 'recordsCalls' | 'memory' | 'groupLimits'> = {},
): Promise<Result> {
  const clock = (): number => Math.floor(Date.now() / 1000)
  let result: Result
  try {
    result = await work(openChain({ store, network, clock }, { groupLimits: largeGroups, ...options }))
  } catch (error) {
    closeAfterFailure(store)
    throw isReadOnly(error) ? new CommandFailure('the chain has no block yet: start its node first') : error
  }
  store.close()
  return result
}

export function writableStore(
  data: string | undefined,
  network: Network,
  options: Pick<StoreOptions, 'replacesFile' | 'readsAhead'> = {},
): Store {
  if (data === undefined) return memoryStore()
  refuseInnerFolder(data)
  return openStore({ ...storeOptions(data, network), upgradeSteps, ...options })
}

/** `writableStore` for a command that works on a chain: it does not create the folder. */
export function existingStore(
  data: string,
  network: Network,
  options: Pick<StoreOptions, 'replacesFile' | 'readsAhead'> = {},
): Store {
  requireChain(data, network)
  return writableStore(data, network, options)
}

export function readableStore(
  data: string,
  network: Network,
  options: Pick<StoreOptions, 'readsAhead'> = {},
): Store {
  requireChain(data, network)
  return openStore({ ...storeOptions(data, network), readOnly: true, ...options })
}

/** Refuses the folder of one network, inside which a node would begin an empty chain. */
export function refuseInnerFolder(data: string): void {
  if (!existsSync(join(data, 'data.mdb'))) return
  throw new CommandFailure(
    `${data} is the folder of one network: name the folder that holds it, --data ${dirname(resolve(data))}`,
  )
}

/** The store itself reports what is wrong with a folder that exists or that this user may not see. */
function requireChain(data: string, { name }: Network): void {
  refuseInnerFolder(data)
  if (!isAbsent(join(data, name))) return
  throw new CommandFailure(`${data} has no chain of ${name}${adviceFor(data)}`)
}

function adviceFor(data: string): string {
  const others = Object.keys(networks).filter((other) => !isAbsent(join(data, other)))
  if (others.length > 0) return `, but of ${others.join(' and ')}: choose with --network NAME`
  if (isAbsent(join(data, developmentFolder)))
    return ': name the folder that a node or an import was given as --data'
  return ', but a development chain, which only cambium dev opens'
}

function isAbsent(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

const storeOptions = (data: string, network: Network): StoreOptions => ({
  path: join(data, network.name),
  ...chainStamp(network),
})

/** A chain writes its genesis block when it is opened for the first time. */
const isReadOnly = (error: unknown): boolean => error instanceof StoreError && error.code === 'read-only'

/** Closing writes and may fail too, on a full disk for example; the caller needs the first error. */
function closeAfterFailure(store: Store): void {
  try {
    store.close()
  } catch {
    // The folder stays consistent: the writer's claim ends with its process.
  }
}

/** LMDB reports a full disk as an input/output error; the returned error names the free space. */
export function explainFullDisk(error: unknown, folder: string, hint?: string): unknown {
  if (!(error instanceof StoreError) || !['failed', 'disk-full'].includes(error.code)) return error
  const left = bytesLeft(folder)
  if (left === undefined || (error.code === 'failed' && left >= spareBytes)) return error
  const advice = `make room, then run the same command again; every block up to the head is safe${hint === undefined ? '' : `; ${hint}`}`
  return new CommandFailure(`${error.message} (the disk has ${counted(left / 1024)} KB left): ${advice}`)
}
