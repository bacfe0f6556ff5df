import { nodeInPage } from '../rpc/nodeInPage.ts'
import { endpointPath } from '../rpc/rpcClient.ts'
import { type Artifact, readArtifact, type SourceFile } from './artifact.ts'

/* The contracts that the user has given, in IndexedDB of the browser: what every page needs, and the sources apart. */

const databaseName = 'cambium'
const maximumStored = 200

interface StoredContract {
  /** The path of the network, because one address serves several, and the address of the contract. */
  readonly key: string
  readonly address: string
  readonly path: string
  /** An artifact without sources, as JSON, which is checked like a pasted one. */
  readonly text: string
  readonly storedAt: number
}

const keyOf = (address: string): string => `${endpointPath()} ${address.toLowerCase()}`

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('contracts', { keyPath: 'key' })
      request.result.createObjectStore('sources')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser has no storage for contracts.'))
  })
  return opened
}

/** Runs requests in one transaction; resolves with the result of the first when all is stored. */
async function run<Result>(
  mode: IDBTransactionMode,
  work: (contracts: IDBObjectStore, sources: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  if (nodeInPage() !== undefined) throw new Error('The contracts of a chain in the page end with it.')
  const transaction = (await database()).transaction(['contracts', 'sources'], mode)
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore('contracts'), transaction.objectStore('sources'))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser stored nothing.'))
  })
}

/** The contracts of this network, oldest first. Rejects without storage. */
export async function storedContracts(): Promise<ReadonlyMap<string, Artifact>> {
  const all: readonly StoredContract[] = await run('readonly', (contracts) => contracts.getAll())
  const own = all
    .filter(({ path }) => path === endpointPath())
    .sort((one, other) => one.storedAt - other.storedAt)
  return new Map(
    own.flatMap(({ address, text }) => {
      const artifact = readStored(text)
      return artifact === undefined ? [] : [[address, artifact]]
    }),
  )
}

function readStored(text: string): Artifact | undefined {
  try {
    return readArtifact(text)
  } catch {
    // Another version of the page stored it.
    return undefined
  }
}

export async function storeContract(address: string, artifact: Artifact): Promise<void> {
  const { name, abi, deployed, sources } = artifact
  const stored: StoredContract = {
    key: keyOf(address),
    address: address.toLowerCase(),
    path: endpointPath(),
    text: JSON.stringify({
      contractName: name,
      abi,
      ...(deployed && { deployedBytecode: codeJson(deployed) }),
    }),
    storedAt: Date.now(),
  }
  await run('readwrite', (contracts, files) => {
    files.put(sources, stored.key)
    return contracts.put(stored)
  })
  await dropOldest()
}

/** In the form of a compiler. */
const codeJson = ({ digits, holes }: NonNullable<Artifact['deployed']>) => ({
  object: digits,
  immutableReferences: { holes },
})

async function dropOldest(): Promise<void> {
  const all: readonly StoredContract[] = await run('readonly', (contracts) => contracts.getAll())
  const oldest = [...all].sort((one, other) => one.storedAt - other.storedAt).slice(0, -maximumStored)
  for (const { key } of oldest) await removeKey(key)
}

const removeKey = (key: string): Promise<undefined> =>
  run('readwrite', (contracts, files) => {
    files.delete(key)
    return contracts.delete(key)
  })

export const removeContract = (address: string): Promise<undefined> => removeKey(keyOf(address))

/** The sources that were given with a contract; empty without storage. */
export async function storedSources(address: string): Promise<readonly SourceFile[]> {
  const files: unknown = await run('readonly', (_, sources) => sources.get(keyOf(address))).catch(() => [])
  return Array.isArray(files) ? files : []
}
