// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// The example of the playground, with everything that the explorer shows. Guestbook.json is its artifact, compiled by solc
/// 0.8.28 for istanbul.
contract Guestbook {
    struct Entry {
        address author;
        string text;
    }

    error Refused(address author, string reason);
    event Signed(address indexed author, string text, uint256 count);

    string public title;
    uint256 public count;
    mapping(address => uint256) public signatures;
    Entry[] private entries;

    constructor(string memory title_) {
        title = title_;
    }

    function sign(string calldata text) external payable {
        require(bytes(text).length > 0, "<b>an empty text</b>");
        entries.push(Entry(msg.sender, text));
        signatures[msg.sender]++;
        count++;
        emit Signed(msg.sender, text, count);
    }

    function latest() external view returns (Entry memory) {
        return entries[entries.length - 1];
    }

    function refuse(string calldata reason) external view {
        revert Refused(msg.sender, reason);
    }

    /// Calls itself, and fails as the inner call does.
    function signTwice(string calldata text) external {
        this.sign(text);
        this.sign("");
    }

    function work(uint256 rounds) external returns (uint256 sum) {
        for (uint256 round = 0; round < rounds; round++) sum += round * round;
        count = sum;
    }
}
