import type { AbiItem } from './abiType.ts'
import { itemOf, selectorOf, topicOf } from './signature.ts'

/* Signatures that many contracts share, and those of Rootstock's native contracts. */

const functions = `
transfer(address to,uint256 amount)(bool)
transferFrom(address from,address to,uint256 amount)(bool)
approve(address spender,uint256 amount)(bool)
allowance(address owner,address spender)(uint256)
balanceOf(address owner)(uint256)
totalSupply()(uint256)
name()(string)
symbol()(string)
decimals()(uint8)
mint(address to,uint256 amount)
burn(uint256 amount)
owner()(address)
transferOwnership(address newOwner)
renounceOwnership()
deposit()
withdraw(uint256 amount)
withdraw()
safeTransferFrom(address from,address to,uint256 id)
safeTransferFrom(address from,address to,uint256 id,bytes data)
safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)
setApprovalForAll(address operator,bool approved)
isApprovedForAll(address owner,address operator)(bool)
ownerOf(uint256 id)(address)
tokenURI(uint256 id)(string)
supportsInterface(bytes4 interfaceId)(bool)
permit(address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)
multicall(bytes[] data)(bytes[])
execute(address target,uint256 value,bytes data)
upgradeTo(address implementation)
upgradeToAndCall(address implementation,bytes data)
initialize()
receiveHeaders(bytes[] headers)
receiveHeader(bytes header)(int256)
registerBtcTransaction(bytes transaction,int256 height,bytes partialMerkleTree)
registerBtcCoinbaseTransaction(bytes transaction,bytes32 blockHash,bytes partialMerkleTree,bytes32 witnessRoot,bytes32 witnessReserved)
releaseBtc()
addSignature(bytes publicKey,bytes[] signatures,bytes transactionHash)
updateCollections()
createFederation()(int256)
commitFederation(bytes hash)(int256)
addFederatorPublicKeyMultikey(bytes btc,bytes rsk,bytes mst)(int256)
voteFeePerKbChange(int256 feePerKb)(int256)
increaseLockingCap(int256 cap)(bool)
getFederationAddress()(string)
getBtcBlockchainBestChainHeight()(int256)
processMinersFees()`

const events = `
Transfer(address indexed from,address indexed to,uint256 amount)
Transfer(address indexed from,address indexed to,uint256 indexed id)
Approval(address indexed owner,address indexed spender,uint256 amount)
ApprovalForAll(address indexed owner,address indexed operator,bool approved)
TransferSingle(address indexed operator,address indexed from,address indexed to,uint256 id,uint256 amount)
TransferBatch(address indexed operator,address indexed from,address indexed to,uint256[] ids,uint256[] amounts)
OwnershipTransferred(address indexed previousOwner,address indexed newOwner)
Deposit(address indexed account,uint256 amount)
Withdrawal(address indexed account,uint256 amount)
Upgraded(address indexed implementation)
Initialized(uint64 version)
lock_btc(address indexed receiver,bytes32 btcTxHash,string senderBtcAddress,int256 amount)
pegin_btc(address indexed receiver,bytes32 indexed btcTxHash,int256 amount,int256 protocolVersion)
rejected_pegin(bytes32 indexed btcTxHash,int256 reason)
unrefundable_pegin(bytes32 indexed btcTxHash,int256 reason)
release_request_received(address indexed sender,bytes btcDestinationAddress,uint256 amount)
release_request_received(address indexed sender,string btcDestinationAddress,uint256 amount)
release_request_rejected(address indexed sender,uint256 amount,int256 reason)
release_requested(bytes32 indexed rskTxHash,bytes32 indexed btcTxHash,uint256 amount)
pegout_transaction_created(bytes32 indexed btcTxHash,bytes utxoOutpointValues)
batch_pegout_created(bytes32 indexed btcTxHash,bytes releaseRskTxHashes)
pegout_confirmed(bytes32 indexed btcTxHash,uint256 pegoutCreationRskBlockNumber)
add_signature(bytes32 indexed releaseRskTxHash,address indexed federatorRskAddress,bytes federatorBtcPublicKey)
release_btc(bytes32 indexed releaseRskTxHash,bytes btcRawTransaction)
update_collections(address sender)
commit_federation(bytes oldFederationBtcPublicKeys,string oldFederationBtcAddress,bytes newFederationBtcPublicKeys,string newFederationBtcAddress,int256 activationHeight)`

const errors = `
Error(string reason)
Panic(uint256 code)
OwnableUnauthorizedAccount(address account)
ERC20InsufficientBalance(address sender,uint256 balance,uint256 needed)
ERC20InsufficientAllowance(address spender,uint256 allowance,uint256 needed)`

const itemsOf = (type: 'function' | 'event' | 'error', lines: string): AbiItem[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => itemOf(type, line))

export interface ItemTable {
  /** By selector. */
  readonly functions: ReadonlyMap<string, AbiItem>
  /** By topic; several events differ in what is indexed only. */
  readonly events: ReadonlyMap<string, readonly AbiItem[]>
  /** By selector. */
  readonly errors: ReadonlyMap<string, AbiItem>
}

export function tableOf(items: readonly AbiItem[]): ItemTable {
  const bySelector = (kind: string) =>
    new Map(items.filter(({ type }) => type === kind).map((item) => [selectorOf(item), item]))
  return {
    functions: bySelector('function'),
    events: eventsOf(items),
    errors: bySelector('error'),
  }
}

function eventsOf(items: readonly AbiItem[]): Map<string, AbiItem[]> {
  const byTopic = new Map<string, AbiItem[]>()
  for (const item of items.filter(({ type }) => type === 'event')) {
    const topic = topicOf(item)
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), item])
  }
  return byTopic
}

let table: ItemTable | undefined

/** Computed at the first use: a hundred hashes. */
export function knownItems(): ItemTable {
  table ??= tableOf([
    ...itemsOf('function', functions),
    ...itemsOf('event', events),
    ...itemsOf('error', errors),
  ])
  return table
}
