import { bridgeMethods } from '../../../bridge/bridgeMethods.ts'
import { selectorLength, selectorOf } from '../../../native/abi/method.ts'
import { toHex, toHexDigits } from '../../../primitives/hex.ts'

/* Well-known signatures by selector, for a readable log of calls. */

/** By their standard or kind of contract. */
const signatures: Readonly<Record<string, string>> = {
  'ERC-20 and its metadata': `
    name() symbol() decimals() totalSupply() balanceOf(address) allowance(address,address)
    transfer(address,uint256) transferFrom(address,address,uint256) approve(address,uint256)
    increaseAllowance(address,uint256) decreaseAllowance(address,uint256) mint(address,uint256)
    burn(uint256) burnFrom(address,uint256)`,
  'ERC-677, ERC-2612': `
    transferAndCall(address,uint256,bytes)
    permit(address,address,uint256,uint256,uint8,bytes32,bytes32) nonces(address) DOMAIN_SEPARATOR()`,
  'ERC-721': `
    ownerOf(uint256) safeTransferFrom(address,address,uint256)
    safeTransferFrom(address,address,uint256,bytes) setApprovalForAll(address,bool)
    isApprovedForAll(address,address) getApproved(uint256) tokenURI(uint256) tokenByIndex(uint256)
    tokenOfOwnerByIndex(address,uint256) onERC721Received(address,address,uint256,bytes)`,
  'ERC-1155': `
    balanceOf(address,uint256) balanceOfBatch(address[],uint256[])
    safeTransferFrom(address,address,uint256,uint256,bytes)
    safeBatchTransferFrom(address,address,uint256[],uint256[],bytes) uri(uint256)
    onERC1155Received(address,address,uint256,uint256,bytes)
    onERC1155BatchReceived(address,address,uint256[],uint256[],bytes)`,
  'ERC-165, ERC-1271, ERC-4626': `
    supportsInterface(bytes4) isValidSignature(bytes32,bytes) asset() totalAssets()
    convertToShares(uint256) convertToAssets(uint256) deposit(uint256,address)
    withdraw(uint256,address,address) redeem(uint256,address,address)`,
  'Owners, roles, pauses': `
    owner() transferOwnership(address) renounceOwnership() acceptOwnership() pendingOwner()
    hasRole(bytes32,address) getRoleAdmin(bytes32) grantRole(bytes32,address)
    revokeRole(bytes32,address) renounceRole(bytes32,address) pause() unpause() paused()`,
  'Proxies and wrappers': `
    implementation() upgradeTo(address) upgradeToAndCall(address,bytes) proxiableUUID() admin()
    changeAdmin(address) initialize() initialize(address) deposit() withdraw(uint256)
    multicall(bytes[]) aggregate((address,bytes)[]) tryAggregate(bool,(address,bytes)[])
    aggregate3((address,bool,bytes)[])`,
  'Exchanges and feeds': `
    swapExactTokensForTokens(uint256,uint256,address[],address,uint256)
    swapTokensForExactTokens(uint256,uint256,address[],address,uint256)
    addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256) getReserves()
    latestAnswer() latestRoundData() getPair(address,address) createPair(address,address)`,
  'RSK Name Service': `
    resolver(bytes32) owner(bytes32) addr(bytes32) setAddr(bytes32,address)
    setResolver(bytes32,address) setSubnodeOwner(bytes32,bytes32,address)`,
  'Small contracts of tutorials': `
    get() set(uint256) increment() setNumber(uint256) number() greet() setGreeting(string)`,
}

let bySelector: ReadonlyMap<string, string> | undefined

/** Built on first use, because most nodes do not log calls. */
function knownSignatures(): ReadonlyMap<string, string> {
  if (bySelector !== undefined) return bySelector
  const all = Object.values(signatures).flatMap((list) => list.trim().split(/\s+/))
  const known = new Map(all.map((signature) => [toHexDigits(selectorOf(signature)), signature]))
  for (const { selector, signature } of bridgeMethods) known.set(toHexDigits(selector), signature)
  bySelector = known
  return known
}

/** The called method: its signature, its selector if the signature is unknown, undefined if there is no selector. */
export function methodOf(data: Uint8Array): string | undefined {
  if (data.length < selectorLength) return undefined
  const selector = data.subarray(0, selectorLength)
  return knownSignatures().get(toHexDigits(selector)) ?? toHex(selector)
}
