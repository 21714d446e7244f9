// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// As much of the token USDC as a payment by authorization (EIP-3009) touches, for a chain in a test.
/// Its code is put at the real token's address, without a constructor: nothing is kept in immutables.
contract TestUsdc {
    string public constant name = "USD Coin";
    string public constant version = "2";
    uint8 public constant decimals = 6;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    bytes32 private constant TRANSFER_TYPE = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    /// Moves funds without a payment: for accounts that are emptied meanwhile.
    function burn(address from, uint256 value) external {
        balanceOf[from] -= value;
        emit Transfer(from, address(0), value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) public {
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used or canceled");
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
        );
        bytes32 message = keccak256(abi.encode(TRANSFER_TYPE, from, to, value, validAfter, validBefore, nonce));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", domain, message)), v, r, s);
        require(signer != address(0) && signer == from, "FiatTokenV2: invalid signature");
        require(balanceOf[from] >= value, "ERC20: transfer amount exceeds balance");
        authorizationState[from][nonce] = true;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit AuthorizationUsed(from, nonce);
        emit Transfer(from, to, value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        require(signature.length == 65, "FiatTokenV2: invalid signature");
        transferWithAuthorization(
            from,
            to,
            value,
            validAfter,
            validBefore,
            nonce,
            uint8(signature[64]),
            bytes32(signature[0:32]),
            bytes32(signature[32:64])
        );
    }
}

/// Several reads in one call, as facilitators make them to find out why a payment fails.
contract TestMulticall {
    struct Call {
        address target;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls) external returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
            require(results[i].success || !requireSuccess, "a call failed");
        }
    }
}
