#!/bin/bash
# vsix.sh FOLDER FILE - packs the extension in FOLDER (build/editors/vscode) as FILE, which Visual Studio Code installs:
# code --install-extension FILE. A vsix is a zip of the extension, a manifest of what it is, and the types of its files.
# Called by make vsix (mk/35-editors.mk); needs python3 and jq.
set -eu
extension=$(realpath "$1") file=$(realpath -m "$2")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp -R "$extension" "$stage/extension"
manifest=$stage/extension/package.json
of() { jq -r "$1 | @html" "$manifest"; }
cat >"$stage/extension.vsixmanifest" <<END
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="$(of .name)" Version="$(of .version)" Publisher="$(of .publisher)"/>
    <DisplayName>$(of .displayName)</DisplayName>
    <Description xml:space="preserve">$(of .description)</Description>
    <Categories>$(of '.categories | join(",")')</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="$(of .engines.vscode)"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
  </Assets>
</PackageManifest>
END
types=$(find "$stage/extension" -type f -name '*.*' | sed 's/.*\.//' | sort -u | grep -vx -e json)
{
    echo '<?xml version="1.0" encoding="utf-8"?>'
    echo '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    for type in $types; do echo "  <Default Extension=\".$type\" ContentType=\"text/plain\"/>"; done
    echo '  <Default Extension=".json" ContentType="application/json"/>'
    echo '  <Default Extension=".vsixmanifest" ContentType="text/xml"/>'
    echo '</Types>'
} >"$stage/[Content_Types].xml"
mkdir -p "$(dirname "$file")"
cd "$stage"
rm -f "$file"
python3 -m zipfile -c "$file" extension.vsixmanifest '[Content_Types].xml' extension
