// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// Renders mirroring spheres over a plane in signed fixed-point arithmetic: mixed computation with structs in
/// memory, branches, internal calls and checked operations.
contract RayTracer {
    int256 constant ONE = 1e6;
    int256 constant FAR = 1e12;

    struct Vector {
        int256 x;
        int256 y;
        int256 z;
    }

    struct Sphere {
        Vector center;
        int256 radius;
        int256 brightness;
        int256 mirror;
    }

    /// The sum of every pixel's brightness times its number.
    function render(int256 width, int256 height) external pure returns (int256 sum) {
        Sphere[] memory scene = buildScene();
        Vector memory eye = Vector(0, ONE, -4 * ONE);
        for (int256 row = 0; row < height; ++row) {
            for (int256 column = 0; column < width; ++column) {
                int256 right = ((2 * column - width) * ONE) / width;
                int256 up = ((height - 2 * row) * ONE) / height;
                Vector memory direction = normalize(Vector(right, up, 2 * ONE));
                sum += brightnessAlong(scene, eye, direction, 3) * (row * width + column + 1);
            }
        }
    }

    function buildScene() internal pure returns (Sphere[] memory scene) {
        scene = new Sphere[](4);
        scene[0] = Sphere(Vector(0, ONE, 0), ONE, 900_000, 300_000);
        scene[1] = Sphere(Vector(-2 * ONE, 700_000, ONE), 700_000, 700_000, 500_000);
        scene[2] = Sphere(Vector(1_800_000, 600_000, -400_000), 600_000, 500_000, 200_000);
        scene[3] = Sphere(Vector(600_000, 300_000, -1_500_000), 300_000, 800_000, 600_000);
    }

    function brightnessAlong(Sphere[] memory scene, Vector memory origin, Vector memory direction, uint256 bounces)
        internal
        pure
        returns (int256)
    {
        (int256 distance, uint256 index) = nearest(scene, origin, direction);
        if (distance == FAR) return background(origin, direction);

        Sphere memory sphere = scene[index];
        Vector memory point = add(origin, scale(direction, distance));
        Vector memory normal = normalize(subtract(point, sphere.center));
        Vector memory toLight = normalize(subtract(Vector(3 * ONE, 5 * ONE, -3 * ONE), point));
        int256 own = (sphere.brightness * shade(scene, point, normal, toLight)) / ONE;
        if (bounces == 0) return own;

        Vector memory mirrored = subtract(direction, scale(normal, 2 * dot(direction, normal)));
        int256 seen = brightnessAlong(scene, point, mirrored, bounces - 1);
        return (own * (ONE - sphere.mirror) + seen * sphere.mirror) / ONE;
    }

    function shade(Sphere[] memory scene, Vector memory point, Vector memory normal, Vector memory toLight)
        internal
        pure
        returns (int256)
    {
        int256 facing = dot(normal, toLight);
        if (facing <= 0) return ONE / 10;
        (int256 distance,) = nearest(scene, point, toLight);
        return distance == FAR ? ONE / 10 + (facing * 9) / 10 : ONE / 10;
    }

    /// A chequered plane below the horizon, a gradient above it.
    function background(Vector memory origin, Vector memory direction) internal pure returns (int256) {
        if (direction.y >= 0) return ONE / 2 + direction.y / 4;
        int256 distance = (-origin.y * ONE) / direction.y;
        Vector memory point = add(origin, scale(direction, distance));
        return ((point.x >> 20) + (point.z >> 20)) & 1 == 0 ? ONE / 5 : (ONE * 3) / 5;
    }

    function nearest(Sphere[] memory scene, Vector memory origin, Vector memory direction)
        internal
        pure
        returns (int256 distance, uint256 index)
    {
        distance = FAR;
        for (uint256 i = 0; i < scene.length; ++i) {
            int256 found = intersect(scene[i], origin, direction);
            if (found < distance) (distance, index) = (found, i);
        }
    }

    /// The distance to the sphere's near side, or FAR.
    function intersect(Sphere memory sphere, Vector memory origin, Vector memory direction)
        internal
        pure
        returns (int256)
    {
        Vector memory toCenter = subtract(sphere.center, origin);
        int256 along = dot(toCenter, direction);
        int256 discriminant =
            along * along - dot(toCenter, toCenter) * ONE + sphere.radius * sphere.radius;
        if (discriminant <= 0) return FAR;
        int256 distance = along - squareRoot(discriminant);
        return distance > ONE / 1000 ? distance : FAR;
    }

    function add(Vector memory a, Vector memory b) internal pure returns (Vector memory) {
        return Vector(a.x + b.x, a.y + b.y, a.z + b.z);
    }

    function subtract(Vector memory a, Vector memory b) internal pure returns (Vector memory) {
        return Vector(a.x - b.x, a.y - b.y, a.z - b.z);
    }

    function scale(Vector memory a, int256 factor) internal pure returns (Vector memory) {
        return Vector((a.x * factor) / ONE, (a.y * factor) / ONE, (a.z * factor) / ONE);
    }

    function dot(Vector memory a, Vector memory b) internal pure returns (int256) {
        return (a.x * b.x + a.y * b.y + a.z * b.z) / ONE;
    }

    function normalize(Vector memory a) internal pure returns (Vector memory) {
        int256 length = squareRoot(a.x * a.x + a.y * a.y + a.z * a.z);
        return Vector((a.x * ONE) / length, (a.y * ONE) / length, (a.z * ONE) / length);
    }

    function squareRoot(int256 value) internal pure returns (int256 root) {
        root = value;
        for (int256 next = (value + 1) / 2; next < root; next = (value / next + next) / 2) root = next;
    }
}
