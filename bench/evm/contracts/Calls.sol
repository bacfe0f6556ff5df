// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

contract Counter {
    uint256 public total;

    function next(uint256 value) external pure returns (uint256) {
        unchecked {
            return value * 3 + 1;
        }
    }

    function add(uint256 amount) external returns (uint256) {
        total += amount;
        return total;
    }
}

contract Caller {
    function staticCalls(Counter counter, uint256 count) external pure returns (uint256 value) {
        for (uint256 i = 0; i < count; ++i) value = counter.next(value & 0xffff) + i;
    }

    function calls(Counter counter, uint256 count) external returns (uint256 total) {
        for (uint256 i = 0; i < count; ++i) total = counter.add(i);
    }
}
