// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

contract Copies {
    /// Copies a block of bytes into new memory, over and over, each copy made from the one before.
    function blocks(uint256 count, uint256 length) external pure returns (bytes32) {
        bytes memory data = new bytes(length);
        for (uint256 i = 0; i < count; ++i) {
            data = abi.encodePacked(data);
            data[i % length] = bytes1(uint8(uint8(data[i % length]) + i));
        }
        return keccak256(data);
    }

    /// Copies a region of words to the region behind it and adds the round to its first word.
    function words(uint256 rounds, uint256 length) external pure returns (bytes32 hash) {
        assembly {
            let size := mul(length, 32)
            for { let round := 0 } lt(round, rounds) { round := add(round, 1) } {
                mstore(0, add(mload(size), round))
                for { let at := 0 } lt(at, size) { at := add(at, 32) } {
                    mstore(add(size, at), mload(at))
                }
            }
            hash := keccak256(size, size)
        }
    }
}
