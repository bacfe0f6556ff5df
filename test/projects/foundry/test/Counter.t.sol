// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Counter} from "../src/Counter.sol";

contract CounterTest {
    Counter private counter;

    function setUp() public {
        counter = new Counter(3);
    }

    function test_starts_with_the_given_number() public view {
        require(counter.number() == 3, "another number");
    }

    function test_changes() public {
        counter.set(7);
        require(counter.number() == 7, "another number");
    }

    function test_refuses_too_much() public {
        try counter.set(1000) {
            revert("it was accepted");
        } catch Error(string memory reason) {
            require(keccak256(bytes(reason)) == keccak256("too much"), "another reason");
        }
    }
}
