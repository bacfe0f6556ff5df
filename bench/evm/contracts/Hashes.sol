// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

contract Hashes {
    /// Hashes of distinct 32-byte words; all of them enter the result.
    function words(uint256 count) external pure returns (bytes32 mixed) {
        for (uint256 i = 0; i < count; ++i) {
            mixed ^= keccak256(abi.encodePacked(i));
        }
    }
}
